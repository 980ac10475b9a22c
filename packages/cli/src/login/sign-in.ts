import { generateRandomCodeVerifier, generateRandomState } from "oauth4webapi"
import { CommandError, exits, messageOf } from "../errors.ts"
import type { Terminal } from "../terminal.ts"
import { unlessAborted } from "../unless-aborted.ts"
import { addressOf, exchange } from "./authorization.ts"
import { discover, register } from "./authorization-server.ts"
import { openInBrowser } from "./browser.ts"
import { listenOnLoopback } from "./loopback.ts"
import { readPasted } from "./pasted.ts"
import type { Tokens } from "./tokens.ts"

export interface SignInOptions {
  /** The server to sign in at. */
  readonly url: string
  /** Whether a browser runs on this computer; else the address that one ended at is read from standard input. */
  readonly opensBrowser: boolean
  /** How long the person may take. Default: 5 minutes. */
  readonly waitMs?: number
}

const neverBack = (waitMs: number) =>
  new CommandError(`The browser did not come back within ${Math.round(waitMs / 1000)} s.`, {
    code: "SIGN_IN_FAILED",
    hint: "Run it again; with --no-browser where the browser runs on another computer.",
    exit: exits.access
  })

/**
 * Has a person sign in and let this command line in, by a redirect to this computer (RFC 8252) with PKCE. `finish` is given
 * the tokens, and answers what the browser's page says in the end.
 */
export const signIn = async (
  { env, stdin, error: print, signal }: Pick<Terminal, "env" | "stdin" | "error" | "signal">,
  { url, opensBrowser, waitMs = 300_000 }: SignInOptions,
  finish: (tokens: Tokens) => Promise<string>
): Promise<void> => {
  const issuer = await discover(url, signal)
  const state = generateRandomState()
  const listener = await listenOnLoopback(state)
  const timeout = AbortSignal.timeout(waitMs)
  try {
    const { redirectUri } = listener
    const client = await register(issuer, redirectUri, signal)
    const authorization = { url, issuer, client, redirectUri, state, verifier: generateRandomCodeVerifier() }
    const address = await addressOf(authorization)
    print(`To sign in, open this address in a browser:\n\n  ${address}\n\n`)
    const arrivals = [listener.arrived]
    if (opensBrowser) openInBrowser(address, env)
    else {
      print("The browser ends at an address that it may not be able to show. Paste that address here:\n")
      arrivals.push(readPasted(stdin(), redirectUri, state, print))
    }
    const { ended, tell } = await unlessAborted(Promise.race(arrivals), AbortSignal.any([signal, timeout])).catch(
      (error: unknown) => {
        throw timeout.aborted && !signal.aborted ? neverBack(waitMs) : error
      }
    )
    try {
      await tell(await finish(await exchange(authorization, ended, signal)))
    } catch (error) {
      await tell(`It did not work. ${messageOf(error)}`)
      throw error
    }
  } finally {
    listener.close()
  }
}
