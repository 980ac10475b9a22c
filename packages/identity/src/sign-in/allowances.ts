import { Effect } from "effect"
import { placeOf } from "@agent-operations/database"
import { makeAttempts, type TooManyAttempts } from "./attempts.ts"

/** Who asks for a link to an address. */
export interface Requester {
  readonly email: string
  /** The IP address that asks. */
  readonly address: string
  /** What the browser is called, if somebody has signed in with the address there. */
  readonly knownBrowser: string | undefined
  /** Whether whoever asks has shown a mail that the address got. */
  readonly readsMail: boolean
}

/**
 * How many links may be mailed, so that strangers can neither fill somebody's inbox nor spend what its owner needs: who
 * has signed in before in the same browser, or reads the address's mail, has an allowance of their own. What the others
 * have is counted alike for addresses that are known here and not. `mostKeys` is that of each count.
 */
export const makeAllowances = (mostKeys?: number) => {
  const owner = makeAttempts(5, "10 minutes", mostKeys)
  // One address may be that of a whole office.
  const place = makeAttempts(300, "10 minutes", mostKeys)
  // So that one stranger leaves some to other places.
  const placeAndRecipient = makeAttempts(3, "10 minutes", mostKeys)
  const recipient = makeAttempts(5, "10 minutes", mostKeys)
  const recipientInADay = makeAttempts(20, "1 day", mostKeys)

  return ({ email, address, knownBrowser, readsMail }: Requester): Effect.Effect<void, TooManyAttempts> => {
    if (knownBrowser !== undefined) return owner(`browser ${knownBrowser}`)
    if (readsMail) return owner(`mail ${email}`)
    const from = placeOf(address)
    return Effect.all([place(from), placeAndRecipient(`${from} ${email}`), recipient(email), recipientInADay(email)], {
      discard: true
    })
  }
}
