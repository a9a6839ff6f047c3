// Every page on a phone, in the dark and in the language with the longest words.
import { look_at_all } from './pages.js';
import { phone } from './people.js';

look_at_all(phone, 'es-MX', ['dark']);
