// Every page on a desktop, light and dark, each in another language: layout depends on neither pair.
import { look_at_all } from './pages.js';
import { desk } from './people.js';

look_at_all(desk, 'en-GB', ['light']);
look_at_all(desk, 'it-IT', ['dark']);
