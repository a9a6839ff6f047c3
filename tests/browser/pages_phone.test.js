// Every page on a phone, light and dark, each in another language.
import { look_at_all } from './pages.js';
import { phone } from './people.js';

look_at_all(phone, 'en-GB', ['dark']);
look_at_all(phone, 'es-MX', ['light']);
