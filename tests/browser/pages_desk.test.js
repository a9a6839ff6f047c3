// Every page on a desktop, light and dark, in two languages.
import { look_at_all } from './pages.js';
import { desk } from './people.js';

look_at_all(desk, 'en-GB', ['light', 'dark']);
look_at_all(desk, 'it-IT', ['dark']);
