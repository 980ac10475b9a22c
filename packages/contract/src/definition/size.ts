import * as Schema from "effect/Schema"

/** The bytes that a well-formed string takes in UTF-8, without encoding it. */
export const utf8Bytes = (text: string): number => {
  let bytes = text.length
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    // Two units of a surrogate pair make four bytes, so each counts one more; other units above 0x7FF count two more.
    if (unit > 0x7f) bytes += unit > 0x7ff && (unit < 0xd800 || unit > 0xdfff) ? 2 : 1
  }
  return bytes
}

/** At most so many bytes of UTF-8. JSON Schema counts code points, so there the bound is only a necessary one. */
export const maxUtf8Bytes = (maximum: number) =>
  Schema.makeFilter(
    // A unit takes one to three bytes, so the length alone decides most cases.
    (text: string) => text.length * 3 <= maximum || (text.length <= maximum && utf8Bytes(text) <= maximum),
    { expected: `at most ${maximum} bytes of UTF-8`, toJsonSchema: () => ({ maxLength: maximum }) }
  )
