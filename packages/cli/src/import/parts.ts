/** A file, or a part of one. */
export interface FilePart {
  readonly path: string
  readonly format?: string
  readonly content: string
}

/** How much of a text is looked at at once, in UTF-16 code units. */
const pieceLength = 64 * 1024

/** How many files a request may have. */
const maxFiles = 50

const bytesOf = (value: unknown) => Buffer.byteLength(JSON.stringify(value))

/** A text in pieces that end with whole characters; an empty one is one piece. */
function* piecesOf(text: string): Generator<string> {
  for (let start = 0; start === 0 || start < text.length;) {
    const after = start + pieceLength
    const cutsPair = /^[\uDC00-\uDFFF]/.test(text.slice(after, after + 1))
    const end = cutsPair ? after - 1 : after
    yield text.slice(start, end)
    start = end
  }
}

/**
 * Files in parts that are no larger as JSON than so many bytes, in their order. What goes on in the next part has the same
 * path there.
 *
 * @example
 * partsOf([{ path: "a.jsonl", content }], 7 * 1024 * 1024)
 */
export const partsOf = (files: ReadonlyArray<FilePart>, limitBytes: number): ReadonlyArray<ReadonlyArray<FilePart>> => {
  const parts: Array<Array<{ readonly file: FilePart; readonly pieces: Array<string> }>> = [[]]
  let left = limitBytes
  for (const file of files) {
    for (const piece of piecesOf(file.content)) {
      let part = parts.at(-1)!
      let bytes = bytesOf(piece)
      const isNew = () => part.at(-1)?.file !== file
      if (part.length > 0 && (bytes + bytesOf(file.path) + 100 > left || (isNew() && part.length === maxFiles))) {
        parts.push((part = []))
        left = limitBytes
      }
      if (isNew()) {
        part.push({ file, pieces: [] })
        bytes += bytesOf(file.path) + 100
      }
      part.at(-1)!.pieces.push(piece)
      left -= bytes
    }
  }
  return parts.map((part) => part.map(({ file, pieces }) => ({ ...file, content: pieces.join("") })))
}
