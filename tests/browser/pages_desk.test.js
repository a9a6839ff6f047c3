// Every page on a desktop, light: layout depends neither on the colours nor on the language, so the pair differs from that of the phone.
import { look_at_all } from './pages.js';
import { desk } from './people.js';

look_at_all(desk, 'it-IT', ['light']);
