/** What may still be shown, of what there is. The parts of a page share one. */
export interface Room {
  /** UTF-8 of markup. */
  bytes: number
  /** Lines that differ, or stand around them. */
  lines: number
  /** Unchanged lines that can be folded out. */
  folded: number
  /** Whether something is not shown for want of room. */
  isCut: boolean
}

/** Room for what is more than anybody reads, and leaves a page below 2 MB. */
export const roomOf = (bytes: number): Room => ({ bytes, lines: 3000, folded: 1000, isCut: false })

/** Takes the room of some markup, if there is any left. */
export const takeRoom = (room: Room, markup: { toString: () => string }): boolean => {
  if (room.bytes <= 0) {
    room.isCut = true
    return false
  }
  room.bytes -= Buffer.byteLength(String(markup))
  return true
}
