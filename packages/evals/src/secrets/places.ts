import { find, type Finder, unitsOfStep } from "./finder.ts"

/** Where texts stand in another that do not overlap: where each begins and ends, in order. */
type Places = Array<number>

/** All that is found, if nothing of it overlaps. */
function* distinctPlaces(finder: Finder, text: string): Generator<void, Places | undefined> {
  const places: Places = []
  let last = 0
  let isDistinct = true
  yield* find(finder, text, (number, end) => {
    const begin = end - finder.lengths[number]!
    if (begin < last) isDistinct = false
    if (isDistinct) places.push(begin, end)
    last = end
  })
  return isDistinct ? places : undefined
}

const free = 0
const taken = 1
const begun = 2

/** The places in which these marks begin, and end. */
function* markedPlaces(marks: Uint8Array): Generator<void, Places> {
  const places: Places = []
  let at = marks.indexOf(begun)
  for (let stepEnd = unitsOfStep; at !== -1; at = marks.indexOf(begun, at)) {
    places.push(at)
    do at++
    while (marks[at] === taken)
    places.push(at)
    if (at < stepEnd) continue
    stepEnd = at + unitsOfStep
    yield
  }
  return places
}

/** A set of indexes that are taken out in order. Its memory is a bit of each index there may be. */
class Indexes {
  readonly #words: Uint32Array
  #first = Infinity
  #last = -1

  constructor(size: number) {
    this.#words = new Uint32Array((size >> 5) + 1)
  }

  add(index: number): void {
    const word = index >> 5
    this.#words[word]! |= 1 << (index & 31)
    this.#first = Math.min(this.#first, word)
    this.#last = Math.max(this.#last, word)
  }

  *takeEach(take: (index: number) => void): Generator<void, void> {
    const [first, last] = [this.#first, this.#last]
    this.#first = Infinity
    this.#last = -1
    for (let word = first; word <= last; word++) {
      for (let bits = this.#words[word]!; bits !== 0; bits &= bits - 1)
        take((word << 5) + 31 - Math.clz32(bits & -bits))
      this.#words[word] = 0
      if ((word & 1023) === 1023) yield
    }
  }
}

/**
 * Of what overlaps, the longest text first, and of one text the first place first. An end at which a text is found has one text
 * at a time, at first the longest; when that text's turn comes and its place is taken in part, the end waits for the turn of a
 * shorter text which ends there too, and fits. Each wait is for a code unit that was taken, so they are linear too.
 */
function* longestPlaces(finder: Finder, text: string): Generator<void, Places> {
  const { lengths, shorter } = finder
  const marks = new Uint8Array(text.length)
  /** Of each text the last end that waits for its turn, and of each end the one before. */
  const [lastEnds, endsBefore] = [new Int32Array(lengths.length), new Int32Array(text.length + 1)]
  const wait = (number: number, end: number) => {
    endsBefore[end] = lastEnds[number]!
    lastEnds[number] = end
  }
  yield* find(finder, text, wait)

  const ends = new Indexes(text.length)
  for (let number = 1; number < lengths.length; number++) {
    if (lastEnds[number] === 0) continue
    let left = unitsOfStep
    for (let end = lastEnds[number]!; end !== 0; end = endsBefore[end]!) {
      ends.add(end)
      if (--left > 0) continue
      left = unitsOfStep
      yield
    }
    yield* ends.takeEach((end) => {
      // What is taken is as long at least: it can't be inside.
      if (marks[end - 1] !== free) return
      let fits = number
      while (fits !== 0 && marks[end - lengths[fits]!] !== free) fits = shorter[fits]!
      if (fits === 0) return
      if (fits !== number) return wait(fits, end)
      const begin = end - lengths[number]!
      marks.fill(taken, begin, end)
      marks[begin] = begun
    })
  }
  return yield* markedPlaces(marks)
}

/** Where `replaceAll` would find the texts, one after the other, the longest first; in time linear in the text, by steps. */
export function* findPlaces(finder: Finder, text: string): Generator<void, Places> {
  return (yield* distinctPlaces(finder, text)) ?? (yield* longestPlaces(finder, text))
}

/** A text with another one in these places, by steps. */
export function* replacePlaces(text: string, places: Places, by: string): Generator<void, string> {
  const parts: Array<string> = []
  let pieces: Array<string> = []
  let last = 0
  for (let index = 0; index < places.length; index += 2) {
    pieces.push(text.slice(last, places[index]), by)
    last = places[index + 1]!
    if (pieces.length < unitsOfStep) continue
    parts.push(pieces.join(""))
    pieces = []
    yield
  }
  return [...parts, ...pieces, text.slice(last)].join("")
}
