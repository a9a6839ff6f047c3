// @ts-check
// SHA-256 and HMAC-SHA-256 (FIPS 180-4, RFC 2104). Pages that are served over plain http: have no crypto.subtle, and
// a match needs too few hashes to be worth a dependency.

/** The first 32 bits of the fractional parts of the roots of the first primes. */
const primes = first_primes(64);
const round_constants = Int32Array.from(primes, (prime) => fraction_bits(Math.cbrt(prime)));
const initial = Int32Array.from(primes.slice(0, 8), (prime) => fraction_bits(Math.sqrt(prime)));

/** @param {number} count */
function first_primes(count) {
  const found = [2];
  for (let number = 3; found.length < count; number += 2)
    if (found.every((prime) => number % prime !== 0)) found.push(number);
  return found;
}

/** @param {number} number */
function fraction_bits(number) {
  return Math.floor((number - Math.floor(number)) * 2 ** 32);
}

const schedule = new Int32Array(64); // the same for every block: a chain of values needs thousands of them

/**
 * Mixes 64 bytes into the state.
 * @param {Int32Array} state @param {Uint8Array} data @param {number} from
 */
function compress(state, data, from) {
  for (let at = 0; at < 16; ++at, from += 4)
    schedule[at] = (data[from] << 24) | (data[from + 1] << 16) | (data[from + 2] << 8) | data[from + 3];
  for (let at = 16; at < 64; ++at) {
    const early = schedule[at - 15];
    const late = schedule[at - 2];
    const small = ((early >>> 7) | (early << 25)) ^ ((early >>> 18) | (early << 14)) ^ (early >>> 3);
    const large = ((late >>> 17) | (late << 15)) ^ ((late >>> 19) | (late << 13)) ^ (late >>> 10);
    schedule[at] = (schedule[at - 16] + small + schedule[at - 7] + large) | 0;
  }
  let a = state[0];
  let b = state[1];
  let c = state[2];
  let d = state[3];
  let e = state[4];
  let f = state[5];
  let g = state[6];
  let h = state[7];
  for (let at = 0; at < 64; ++at) {
    const mixed_e = ((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7));
    const one = (h + mixed_e + ((e & f) ^ (~e & g)) + round_constants[at] + schedule[at]) | 0;
    const mixed_a = ((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10));
    const two = (mixed_a + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    h = g;
    g = f;
    f = e;
    e = (d + one) | 0;
    d = c;
    c = b;
    b = a;
    a = (one + two) | 0;
  }
  state[0] += a;
  state[1] += b;
  state[2] += c;
  state[3] += d;
  state[4] += e;
  state[5] += f;
  state[6] += g;
  state[7] += h;
}

/** @param {Uint8Array} bytes @returns {Uint8Array} 32 bytes */
export function sha256(bytes) {
  const padded = new Uint8Array(Math.ceil((bytes.length + 9) / 64) * 64);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const data = new DataView(padded.buffer);
  data.setUint32(padded.length - 8, Math.floor(bytes.length / 2 ** 29));
  data.setUint32(padded.length - 4, bytes.length * 8);
  const state = initial.slice();
  for (let from = 0; from < padded.length; from += 64) compress(state, padded, from);
  const hash = new Uint8Array(32);
  const words = new DataView(hash.buffer);
  state.forEach((word, at) => words.setInt32(4 * at, word));
  return hash;
}

/** @param {Uint8Array} key at most 64 bytes @param {Uint8Array} bytes */
export function hmac_sha256(key, bytes) {
  const padded_hash = (/** @type {number} */ pad, /** @type {Uint8Array} */ data) => {
    const input = new Uint8Array(64 + data.length).fill(pad, 0, 64);
    key.forEach((byte, at) => (input[at] ^= byte));
    input.set(data, 64);
    return sha256(input);
  };
  return padded_hash(0x5c, padded_hash(0x36, bytes));
}
