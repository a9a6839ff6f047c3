// @ts-check
// The project's own icons. All are decorative: the text beside them or the control's label has the meaning.
import { html, svg } from './lit.js';
import { cup_drawing } from './still.js';

/** @param {import('./lit.js').Content} drawing */
const icon = (drawing) =>
  html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">${drawing}</svg>`;

export const cup = () =>
  html`<svg class="cup" viewBox="14 8 172 212" aria-hidden="true" focusable="false">${cup_drawing(true)}</svg>`;
export const book = () =>
  icon(svg`<path d="M12 6.500C9.500 4.500 6.500 4.500 4 5v13c2.500-.5 5.500-.5 8 1.500 2.500-2 5.500-2 8-1.500V5c-2.500-.5-5.500-.5-8 1.500Zm0 0v13" />`);
export const check = () => icon(svg`<path d="M5 12.5 10 17.500 19.500 7" />`);
export const crown = () => icon(svg`<path d="M4 18h16M4.500 15 4 7l4.500 4L12 5l3.500 6L20 7l-.5 8Z" />`);
export const chat = () => icon(svg`<path d="M4 5h16v11H11l-5 4v-4H4Z" />`);
export const cross = () => icon(svg`<path d="M6 6 18 18M18 6 6 18" />`);
export const dots = () => icon(svg`<path d="M5 12h.01M12 12h.01M19 12h.01" />`);
export const next = () => icon(svg`<path d="M9 5l7 7-7 7" />`);
export const keys = () =>
  icon(svg`<path d="M3 6.500h18v11H3ZM6.500 10h.01M10 10h.01M14 10h.01M17.500 10h.01M8 14h8" />`);
export const leave = () => icon(svg`<path d="M14 4H5v16h9M10 12h11m0 0-4-4m4 4-4 4" />`);
export const bars = () => icon(svg`<path d="M4 7h16M4 12h16M4 17h16" />`);
export const house = () => icon(svg`<path d="M4 11 12 4l8 7v9h-5v-6H9v6H4Z" />`);
export const computer = () => icon(svg`<path d="M3 5h18v11H3ZM12 16v4M8 20h8M9 9.500v1M15 9.500v1M9.500 13h5" />`);
export const away = () => icon(svg`<path d="M19 14.500A7.500 7.500 0 0 1 9.500 5 7.500 7.500 0 1 0 19 14.500Z" />`);
export const copy = () => icon(svg`<path d="M9 9h11v11H9ZM5 15H4V4h11v1" />`);
export const share = () => icon(svg`<path d="M12 15V4m0 0L8 8m4-4 4 4M5 13v7h14v-7" />`);
export const picture = () => icon(svg`<path d="M4 5h16v14H4ZM4 16l5-5 4 4 3-3 4 4M15.500 9h.01" />`);
export const eye = () =>
  icon(svg`<path d="M3 12s3.500-6 9-6 9 6 9 6-3.500 6-9 6-9-6-9-6Z" /><circle cx="12" cy="12" r="2.500" />`);
export const send = () => icon(svg`<path d="M4 12 20 5l-5 15-3.500-6Z" />`);
export const play = () => icon(svg`<path d="M7 5 19 12 7 19Z" />`);
export const pause = () => icon(svg`<path d="M8 5v14M16 5v14" />`);
export const step_on = () => icon(svg`<path d="m9 5 7 7-7 7" />`);
export const step_back = () => icon(svg`<path d="m15 5-7 7 7 7" />`);
export const to_end = () => icon(svg`<path d="m7 5 7 7-7 7M17 5v14" />`);
export const to_start = () => icon(svg`<path d="m17 5-7 7 7 7M7 5v14" />`);
export const sliders = () =>
  icon(svg`<path d="M4 7h9M17 7h3M4 17h3M11 17h9" /><circle cx="15" cy="7" r="2" /><circle cx="9" cy="17" r="2" />`);
export const clock = () => icon(svg`<circle cx="12" cy="13.500" r="7.500" /><path d="M12 13.500V9M9.500 2.500h5" />`);
export const smile = () =>
  icon(svg`<circle cx="12" cy="12" r="8.500" /><path d="M9 10h.01M15 10h.01M8.500 14q3.500 3.500 7 0" />`);
export const muted = () => icon(svg`<path d="M4 5h16v11H11l-5 4v-4H4ZM3 3l18 18" />`);
export const skipped = () => icon(svg`<circle cx="12" cy="12" r="8" /><path d="M6.500 6.500l11 11" />`);
