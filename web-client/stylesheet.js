// @ts-check
// A game brings its own style sheet: the page loads it with the game, and draws nothing before it is there.

/** @param {string} name a file beside the module @param {string} module its `import.meta.url` */
export const stylesheet = (name, module) =>
  new Promise((done) => {
    const sheet = document.createElement('link');
    sheet.rel = 'stylesheet';
    sheet.href = new URL(name, module).href;
    sheet.onload = sheet.onerror = done;
    document.head.append(sheet);
  });
