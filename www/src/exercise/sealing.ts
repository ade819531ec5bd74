/**
 * Seals a reference: it is in the link, but unreadable without its author's key. The files, as
 * JSON, are encrypted by AES-GCM (NIST SP 800-38D) with a random 256-bit key and a random 96-bit
 * nonce. Without the key, a program is compared with a single hash of the reference's behaviour on
 * the author's inputs: PBKDF2-HMAC-SHA-256 (RFC 8018) of the observations, as a JSON array with an
 * item for each input, with a random salt. It is one slow hash of all of them, so that outputs
 * cannot be guessed one by one. The hash is the data that AES-GCM authenticates, so that neither
 * can be exchanged with another task's.
 */

import type { Sources } from '../engine/sources';
import { fromBase64Url, toBase64Url } from '../links/codec';
import { readFiles } from '../links/fields';
import { MAX_FILES } from '../programs/source';
import type { Seal, SealedInput } from './exercise';

const ITERATIONS = 200_000;
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const SALT_BYTES = 16;

/** Whether the browser has the necessary API: only for pages from https, or from this machine. */
export const canSeal = (): boolean => globalThis.crypto?.subtle !== undefined;

/** @param observed What the reference does with each of the inputs. */
export async function seal(
  program: Sources,
  inputs: readonly SealedInput[],
  observed: readonly unknown[],
): Promise<{ seal: Seal; key: string }> {
  const [salt, nonce, key] = [SALT_BYTES, NONCE_BYTES, KEY_BYTES].map(random) as [
    Bytes,
    Bytes,
    Bytes,
  ];
  const hash = await hashOf(observed, salt);
  const text = JSON.stringify(program.map(({ name, text, style }) => [name, text, style]));
  const box = await crypto.subtle.encrypt(
    { name: 'AES-GCM', iv: nonce, additionalData: hash },
    await asKey(key, 'encrypt'),
    new TextEncoder().encode(text),
  );
  return {
    seal: {
      inputs,
      salt: toBase64Url(salt),
      hash: toBase64Url(hash),
      nonce: toBase64Url(nonce),
      box: toBase64Url(new Uint8Array(box)),
    },
    key: toBase64Url(key),
  };
}

/** Decrypts the reference; undefined for a wrong key. */
export async function open({ nonce, hash, box }: Seal, key: string): Promise<Sources | undefined> {
  try {
    const opened = await crypto.subtle.decrypt(
      { name: 'AES-GCM', iv: fromBase64Url(nonce), additionalData: fromBase64Url(hash) },
      await asKey(fromBase64Url(key.trim()), 'decrypt'),
      fromBase64Url(box),
    );
    const files: unknown = JSON.parse(new TextDecoder().decode(opened));
    if (!Array.isArray(files)) return undefined;
    const names = files.map(([name, , style]) => (style == null ? name : [name, style]));
    return readFiles(
      names,
      files.map(([, text]) => String(text)),
      MAX_FILES,
    );
  } catch {
    return undefined;
  }
}

/** Whether a program behaves like the reference on all the inputs. */
export async function agrees(sealed: Seal, observed: readonly unknown[]): Promise<boolean> {
  return toBase64Url(await hashOf(observed, fromBase64Url(sealed.salt))) === sealed.hash;
}

/** The name of a worksheet, which identifies its receipts: SHA-256 in hexadecimal. */
export async function nameOf(essence: string): Promise<string> {
  if (!canSeal()) return '';
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(essence));
  return [...new Uint8Array(hash)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

type Bytes = Uint8Array<ArrayBuffer>;

async function hashOf(observed: readonly unknown[], salt: Bytes): Promise<Bytes> {
  const text = new TextEncoder().encode(JSON.stringify(observed));
  const given = await crypto.subtle.importKey('raw', text, 'PBKDF2', false, ['deriveBits']);
  const how = { name: 'PBKDF2', hash: 'SHA-256', salt, iterations: ITERATIONS };
  return new Uint8Array(await crypto.subtle.deriveBits(how, given, 256));
}

const asKey = (key: Bytes, use: 'encrypt' | 'decrypt') =>
  crypto.subtle.importKey('raw', key, 'AES-GCM', false, [use]);

const random = (length: number): Bytes => crypto.getRandomValues(new Uint8Array(length));
