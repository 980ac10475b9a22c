import { createHash } from "node:crypto"

/** Names that Windows keeps for devices, whatever follows the first dot. */
const reserved = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])$/

const maxBytes = 120

/** The first code points of a text that fit. */
const cut = (text: string): string => {
  let kept = ""
  for (const character of text) {
    if (Buffer.byteLength(kept + character) > maxBytes) break
    kept += character
  }
  return kept
}

/** What a definition's file may be called: letters and digits of its name in lower case, with hyphens between. */
const slugOf = (name: string): string => {
  const words = name
    .normalize("NFC")
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, "-")
  const slug = cut(words).replace(/^-+|-+$/g, "") || "unnamed"
  return reserved.test(slug) ? `${slug}-` : slug
}

/**
 * A file system may tell neither case nor the form of accents apart: `straße` and `STRASSE` are one to macOS. Full case folding, as
 * near as JavaScript has it.
 */
const foldFile = (name: string) => name.normalize("NFD").toUpperCase().toLowerCase().normalize("NFC")

/** File names that are taken, as a file system compares them. */
export const takenNames = (names: Iterable<string>) => {
  const taken = new Set([...names].map(foldFile))
  return {
    /** Takes the slug of a name; where it is taken, the first number after it that is not. */
    take: (name: string): string => {
      const slug = slugOf(name)
      let free = slug
      for (let number = 2; taken.has(foldFile(free)); number++) free = `${slug}-${number}`
      taken.add(foldFile(free))
      return free
    }
  }
}

/** The name of a file that is a project's alone, whatever its ID is. */
export const projectFile = (projectId: string): string => {
  const isPlain = /^[a-z0-9][a-z0-9_-]{0,99}$/.test(projectId) && !reserved.test(projectId)
  if (isPlain) return projectId
  const slug = slugOf(projectId)
  return `${slug}-${createHash("sha256").update(projectId).digest("hex").slice(0, 8)}`
}
