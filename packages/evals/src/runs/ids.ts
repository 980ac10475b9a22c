import { newTypeId } from "@agent-operations/database"

/** Crockford's base32, as TypeIDs are written. */
const alphabet = "0123456789abcdefghjkmnpqrstvwxyz"

/** How many of an ID's last characters tell the place of a target in its run: 20 bits. */
const placeLength = 4

/**
 * A new ID of a run. Its last characters are zeros, so that an ID of a target tells the run and its place in it: targets
 * need no column and no index of their own for that.
 */
export const newRunId = (): string => newTypeId("evr").slice(0, -placeLength) + "0".repeat(placeLength)

/** The ID of a target, by its run and its ordinal there. */
export const targetIdOf = (runId: string, ordinal: number): string => {
  let place = ""
  for (let rest = ordinal, n = 0; n < placeLength; n++, rest = Math.floor(rest / 32))
    place = alphabet[rest % 32]! + place
  return `evt_${runId.slice("evr_".length, -placeLength)}${place}`
}

/** The run and the ordinal that an ID of a target names. */
export const placeOf = (targetId: string): { readonly runId: string; readonly ordinal: number } => ({
  runId: `evr_${targetId.slice("evt_".length, -placeLength)}${"0".repeat(placeLength)}`,
  ordinal: [...targetId.slice(-placeLength)].reduce((sum, character) => sum * 32 + alphabet.indexOf(character), 0)
})
