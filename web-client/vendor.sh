#!/bin/sh
# Copies the files of lit-html and lean-qr that the client uses from node_modules, as they are, and makes the smaller fonts of the page.
# Run `npm ci` first. The fonts need Debian's python3-fonttools and python3-brotli.
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

# smaller FONT FEATURES UNICODES TO - a font with these signs only; it names its authors and its licence.
smaller() {
    /usr/bin/python3 -m fontTools.subset "$1" --layout-features="$2" --unicodes="$3" --output-file="$4" --flavor=woff2 --no-hinting \
        --name-IDs=0,13,14
}
# The letters of English, Spanish and Italian.
letters=U+20-7E,U+A1,U+AB,U+B7,U+BB,U+BF,U+C0,U+C1,U+C8,U+C9,U+CC,U+CD,U+D1,U+D2,U+D3,U+D7,U+D9,U+DA,U+DC,U+E0,U+E1,U+E8,U+E9,U+EC
letters=$letters,U+ED,U+F1,U+F2,U+F3,U+F9,U+FA,U+FC,U+2013,U+2014,U+2018,U+2019,U+201C,U+201D,U+2026,U+2212
fraunces=node_modules/@fontsource-variable/fraunces
kalam=node_modules/@fontsource/kalam
rm -rf vendor/fraunces vendor/kalam
mkdir -p vendor/fraunces vendor/kalam
cp "$fraunces/LICENSE" vendor/fraunces/
cp "$kalam/LICENSE" vendor/kalam/
/usr/bin/python3 -m fontTools.varLib.instancer -q "$fraunces/files/fraunces-latin-wght-normal.woff2" wght=650 -o vendor/fraunces/650.ttf
smaller vendor/fraunces/650.ttf kern,lnum,tnum $letters vendor/fraunces/fraunces-650.woff2
rm vendor/fraunces/650.ttf
smaller "$kalam/files/kalam-latin-700-normal.woff2" '' U+30-39,U+2B,U+2D,U+2212 vendor/kalam/kalam-digits.woff2
