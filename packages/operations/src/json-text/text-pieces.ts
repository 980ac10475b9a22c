const charactersOfPiece = 64 * 1024

const isLowSurrogate = (code: number) => code >= 0xdc00 && code <= 0xdfff

/**
 * A text as JSON has it, in pieces that can each be written in a step: joined, they are what `JSON.stringify` writes. Law: K3.
 *
 * @example
 * for (const piece of textPieces("a\nb")) hash.update(piece) // of "a\nb" with its quotes
 */
export function* textPieces(text: string): Generator<string> {
  yield '"'
  for (let start = 0; start < text.length;) {
    let end = start + charactersOfPiece
    // Half of a pair would be written as an escape.
    if (isLowSurrogate(text.charCodeAt(end))) end++
    yield JSON.stringify(text.slice(start, end)).slice(1, -1)
    start = end
  }
  yield '"'
}
