// @ts-check
// Translates the offline page and reloads when the server answers again.
import { language } from './i18n/language.js';

const look_ms = 4000;

document.documentElement.lang = language;
for (const part of document.querySelectorAll('section[lang]')) if (part.getAttribute('lang') !== language) part.remove();
for (const button of document.querySelectorAll('button')) button.addEventListener('click', () => location.reload());
addEventListener('online', () => location.reload());
setInterval(async () => {
  const answer = await fetch(new URL('../../readyz', import.meta.url)).catch(() => null);
  if (answer?.ok) location.reload();
}, look_ms);
