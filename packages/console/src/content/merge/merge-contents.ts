import { type Clash, diffJson, type Json, merge, type Merge, type Values } from "@agent-operations/definition-diff"
import { textMeant } from "../form/newlines.ts"
import { printJson } from "../render/print.ts"

/** What somebody chose for a place that both sides changed. `fault` says why their own text is no JSON that is kept. */
export type Choice =
  | { readonly take: "mine" | "theirs" }
  | { readonly take: "edit"; readonly text: string; readonly fault: string | undefined }

/** An object that is one of several sorts, told apart by one of its members. */
export interface Tag {
  readonly path: ReadonlyArray<string>
  readonly tag: string
}

/** Three contents of a definition, as JSON text. */
export interface Contents {
  readonly base: string
  readonly mine: string
  readonly theirs: string
  /** Theirs as it was when the choices were made, where that was another. */
  readonly seen: string | undefined
  readonly tags: ReadonlyArray<Tag>
  /** By the order of the places that were asked about. */
  readonly choices: ReadonlyArray<Choice | undefined>
}

/** A version of a place, as people read it. */
export interface Version {
  /** Undefined where there is nothing. */
  readonly text: string | undefined
  /** Whether that is only the beginning of it. */
  readonly isCut: boolean
}

/** A place that both sides changed. */
export interface Place {
  readonly path: ReadonlyArray<string>
  readonly type: Clash["type"]
  readonly base: Version
  readonly mine: Version
  readonly theirs: Version
  readonly choice: Choice | undefined
  /** Why the choice can't be taken. */
  readonly fault: string | undefined
}

type Paths = ReadonlyArray<ReadonlyArray<string>>

/** What became of three contents. */
export interface MergedContents {
  readonly places: ReadonlyArray<Place>
  /** The content, as JSON text, once something is chosen for every place. */
  readonly merged: string | undefined
  /** Whether that says no other than theirs. */
  readonly isTheirs: boolean
  /** What only one side changed, and is in the merged content. */
  readonly changed: { readonly mine: Paths; readonly theirs: Paths }
}

/** How many places are asked about: where there are more, whole members are. */
const maxPlaces = 40

/** How much of a version is shown, in characters, and how many changes of a side are told. */
const [maxShown, maxChanges] = [6000, 20]

const parse = (json: string) => JSON.parse(json) as Json

const tagIn = (value: Json | undefined, tag: string) =>
  typeof value === "object" && value !== null ? (value as { readonly [name: string]: Json })[tag] : undefined

/** Whether a place is one value: what both added, a reference, and an object that is of another sort on one side. */
const isUnit =
  (tags: ReadonlyArray<Tag>) =>
  (path: ReadonlyArray<string>, { base, mine, theirs }: Values): boolean => {
    if (base === undefined || path[0] === "references") return path.length > 1
    const own = tags.find((each) => each.path.join("\0") === path.join("\0"))
    if (own === undefined) return false
    const sort = tagIn(base, own.tag)
    return sort !== tagIn(mine, own.tag) || sort !== tagIn(theirs, own.tag)
  }

const mergeValues = (values: Values, tags: ReadonlyArray<Tag>): Merge => {
  const isWhole = isUnit(tags)
  const mergeTo = (depth: number) =>
    merge(values, {
      lists: "identity",
      isWhole: (path, values) => path.length >= depth || isWhole(path, values)
    })
  const [fine, coarse] = [mergeTo(Infinity), () => mergeTo(2)]
  if (fine.clashes.length <= maxPlaces) return fine
  const whole = coarse()
  return whole.clashes.length <= maxPlaces ? whole : mergeTo(1)
}

const isText = ({ base, mine, theirs }: Clash) => {
  const versions = [base, mine, theirs].filter((version) => version !== undefined && version !== null)
  return versions.length > 0 && versions.every((version) => typeof version === "string")
}

const linesOf = (version: Json | undefined) => (version ?? []) as ReadonlyArray<string>

const versionOf = (clash: Clash, version: Json | undefined): Version => {
  if (version === undefined) return { text: undefined, isCut: false }
  if (clash.type === "lines" || isText(clash)) {
    const text = clash.type === "lines" ? linesOf(version).join("\n") : ((version ?? "") as string)
    const isNothing = clash.type === "lines" ? linesOf(version).length === 0 : version === null
    return isNothing
      ? { text: undefined, isCut: false }
      : { text: text.slice(0, maxShown), isCut: text.length > maxShown }
  }
  return printJson(version, { indent: 2, most: maxShown })
}

const textOf = (clash: Clash, text: string): Json | undefined => {
  if (clash.type === "lines") {
    const before = linesOf(clash.mine)
    const ended = (lines: ReadonlyArray<string>) => lines.map((line) => `${line}\n`).join("")
    return text === "" ? [] : textMeant(`${text}\n`, ended(before)).split("\n").slice(0, -1)
  }
  const isNullable = [clash.base, clash.mine, clash.theirs].includes(null)
  return text === "" && isNullable ? null : textMeant(text, typeof clash.mine === "string" ? clash.mine : undefined)
}

/** What stands at a place by a choice, or why nothing can. */
const chosenAt = (clash: Clash, choice: Choice): { readonly value: Json | undefined } | { readonly fault: string } => {
  if (choice.take !== "edit") return { value: clash[choice.take] }
  if (clash.type === "lines" || isText(clash)) return { value: textOf(clash, choice.text) }
  if (choice.text.trim() === "" && [clash.base, clash.mine, clash.theirs].includes(undefined))
    return { value: undefined }
  if (choice.fault !== undefined) return { fault: choice.fault }
  const value = parse(choice.text)
  return clash.type === "items" && !Array.isArray(value) ? { fault: "This is no JSON array of items." } : { value }
}

const keyOf = ({ path, type, base, mine, theirs }: Clash) => JSON.stringify([path, type, base, mine, theirs])

/** What was chosen where somebody was asked, for the places that say the same now. */
const keptChoices = (before: Merge, now: Merge, choices: Contents["choices"]) => {
  const byPlace = new Map<string, Array<Choice | undefined>>()
  for (const [index, clash] of before.clashes.entries()) {
    const key = keyOf(clash)
    byPlace.set(key, [...(byPlace.get(key) ?? []), choices[index]])
  }
  return now.clashes.map((clash) => byPlace.get(keyOf(clash))?.shift())
}

const isWithin = (path: ReadonlyArray<string>, place: ReadonlyArray<string>) =>
  place.every((key, at) => path[at] === key)

const changesOf = (base: Json, side: Json, { clashes }: Merge): Paths =>
  diffJson(base, side)
    .map(({ path }) => path)
    .filter((path) => !clashes.some((clash) => isWithin(path, clash.path)))
    .slice(0, maxChanges)

/**
 * Merges what two people made of one content: what only one of them changed is kept, and what both changed in different
 * ways is as was chosen. No place has a choice that nobody made.
 */
export const mergeContents = ({ tags, choices, ...texts }: Contents): MergedContents => {
  const values = { base: parse(texts.base), mine: parse(texts.mine), theirs: parse(texts.theirs) }
  const now = mergeValues(values, tags)
  const kept =
    texts.seen === undefined
      ? choices
      : keptChoices(mergeValues({ ...values, theirs: parse(texts.seen) }, tags), now, choices)
  const chosen = now.clashes.map((clash, index) => {
    const choice = kept[index]
    return choice && chosenAt(clash, choice)
  })
  const places = now.clashes.map((clash, index): Place => {
    const choice = chosen[index]
    return {
      path: clash.path,
      type: clash.type,
      base: versionOf(clash, clash.base),
      mine: versionOf(clash, clash.mine),
      theirs: versionOf(clash, clash.theirs),
      choice: kept[index],
      fault: choice !== undefined && "fault" in choice ? choice.fault : undefined
    }
  })
  const isChosen = chosen.every((choice) => choice !== undefined && "value" in choice)
  const merged = isChosen
    ? now.resolve((_, index) => {
        const choice = chosen[index]
        return choice !== undefined && "value" in choice ? choice.value : undefined
      })
    : undefined
  return {
    places,
    merged: merged === undefined ? undefined : JSON.stringify(merged),
    isTheirs: merged !== undefined && diffJson(values.theirs, merged).length === 0,
    changed: { mine: changesOf(values.base, values.mine, now), theirs: changesOf(values.base, values.theirs, now) }
  }
}
