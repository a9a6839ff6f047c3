'use strict';
const { renameSync, writeFileSync } = require('fs');

/** Writes the port of an open server. The file appears complete. */
exports.writePort = (file, server) => {
  writeFileSync(`${file}.new`, `${server.address().port}\n`);
  renameSync(`${file}.new`, file);
};
