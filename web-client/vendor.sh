#!/bin/sh
# Copies the files of lit-html and lean-qr that the client uses from node_modules, as they are. Run `npm ci` first.
set -eu
cd "$(dirname "$0")"
from=node_modules/lit-html
to=vendor/lit-html

rm -rf "$to"
mkdir -p "$to/directives"
cp "$from/LICENSE" "$from/lit-html.js" "$from/directive.js" "$from/directive-helpers.js" "$to/"
for directive in live repeat; do
    cp "$from/directives/$directive.js" "$to/directives/"
done

rm -rf vendor/lean-qr
mkdir -p vendor/lean-qr
cp node_modules/lean-qr/LICENSE node_modules/lean-qr/nano.mjs vendor/lean-qr/
