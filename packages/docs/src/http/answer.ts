import { createHash } from "node:crypto"

/** What is asked, as any web server can present it. */
export interface Asked {
  readonly method: string
  /** The path from the origin, percent-encoded. */
  readonly path: string
  /** What stands after `?`. */
  readonly query: string
  /** The values of a header as one; undefined where it is not there. */
  readonly header: (name: "accept" | "if-none-match") => string | undefined
}

/** An answer, as any web server can send it. A HEAD is answered like a GET: its body is not sent. */
export interface Answered {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Uint8Array<ArrayBuffer>
}

/** What stands at a path in one form, ready to be sent. */
export interface Body {
  readonly whole: Answered
  readonly unchanged: Answered
  readonly etag: string
}

/** Pages have no script, and none that came into one by mistake runs. */
const policy = [
  "default-src 'none'",
  "style-src 'self'",
  "img-src 'self' data:",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'"
].join("; ")

/** Puts together what is sent at a path. The ETag is strong, and of the form: what one form has differs from the other. */
export const bodyOf = (
  type: string,
  content: string | Uint8Array<ArrayBuffer>,
  headers: Readonly<Record<string, string>> = {}
): Body => {
  const body = typeof content === "string" ? new Uint8Array(Buffer.from(content)) : content
  const etag = `"${createHash("sha256").update(type).update("\n").update(body).digest("base64url").slice(0, 27)}"`
  const always = {
    vary: "Accept",
    "cache-control": "no-cache",
    "x-content-type-options": "nosniff",
    "content-security-policy": policy,
    ...headers,
    etag
  }
  return {
    whole: { status: 200, headers: { ...always, "content-type": type }, body },
    unchanged: { status: 304, headers: always, body: "" },
    etag
  }
}

const names = (ifNoneMatch: string, etag: string): boolean =>
  ifNoneMatch.split(",").some((one) => {
    const tag = one.trim().replace(/^W\//, "")
    return tag === "*" || tag === etag
  })

/** Answers with what stands there: nothing but headers to whoever has it already. */
export const answer = ({ header }: Asked, { whole, unchanged, etag }: Body): Answered => {
  const known = header("if-none-match")
  return known !== undefined && names(known, etag) ? unchanged : whole
}

/** Nothing here is changed: whatever is no reading is refused. */
export const notAllowed: Answered = {
  status: 405,
  headers: { allow: "GET, HEAD", vary: "Accept", "content-type": "text/plain; charset=utf-8" },
  body: "Method not allowed: use GET or HEAD.\n"
}
