/** Places that rules alone do not open. Names are compared without case and without invisible characters. */
import { isProtected } from './paths.ts';

/** Reading them hands over keys. */
const SECRETS =
  /^(?:\.env(?:\..+)?|\.envrc|\.npmrc|\.pypirc|\.netrc|_netrc|\.pgpass|\.git-credentials|\.htpasswd|\.ssh|\.aws|\.azure|\.gnupg|\.kube|\.docker|credentials(?:\.json|\.toml)?|secrets?\.(?:json|ya?ml|toml|env)|id_(?:rsa|dsa|ecdsa|ed25519)(?:\.pub)?|.+\.(?:pem|key|p12|pfx|keystore|jks|kdbx|ppk))$/;
/** Of those, what everybody may read. */
const NO_SECRETS = /^(?:\.env\.(?:example|sample|template|dist)|.+\.pub)$/;

/** `segments` relative to the workspace, or absolute outside it. */
export function isSecret(segments: readonly string[]): boolean {
  return segments.some((segment) => {
    const name = folded(segment);
    return SECRETS.test(name) && !NO_SECRETS.test(name);
  });
}

/** Writing there decides what runs later. */
export function decidesLater(segments: readonly string[]): boolean {
  return isProtected(segments.join('/'));
}

function folded(segment: string): string {
  return segment
    .normalize('NFKC')
    .replace(/\p{DI}/gu, '')
    .toLowerCase()
    .replace(/[. ]+$/, '');
}
