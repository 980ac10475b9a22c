import { createHash, randomBytes } from "node:crypto"

/** How tokens, codes and links are kept: never themselves. Law: A4. */
export const hashToken = (token: string): string => createHash("sha256").update(token).digest("hex")

/** A secret of 256 bits, as 43 characters. */
export const mintSecret = (): string => randomBytes(32).toString("base64url")

/** What access and refresh tokens begin with, so that secret scanners find them. */
export const tokenPrefixes = { access: "aot_", refresh: "aor_" } as const
