const charactersOfPiece = 64 * 1024

const isLowSurrogate = (code: number) => code >= 0xdc00 && code <= 0xdfff

/** A text in pieces of which each can be written in a step: half of a pair is never one's last. Law: K3. */
export function* textSlices(text: string): Generator<string> {
  for (let start = 0; start < text.length;) {
    let end = start + charactersOfPiece
    if (isLowSurrogate(text.charCodeAt(end))) end++
    yield text.slice(start, end)
    start = end
  }
}

/**
 * A text as JSON has it, in pieces that can each be written in a step: joined, they are what `JSON.stringify` writes. Of several
 * texts, what they are joined. Law: K3.
 *
 * @example
 * for (const piece of textPieces("a\nb")) hash.update(piece) // of "a\nb" with its quotes
 */
export function* textPieces(...texts: ReadonlyArray<string>): Generator<string> {
  yield '"'
  for (const text of texts) for (const piece of textSlices(text)) yield JSON.stringify(piece).slice(1, -1)
  yield '"'
}
