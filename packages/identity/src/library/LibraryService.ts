import { Context, Effect, Layer } from "effect"
import { baseUrlOf, type IdentityOptions } from "../options.ts"
import { makeAdmission } from "../sign-in/admission.ts"
import { makeKnownBrowsers } from "../sign-in/known-browsers.ts"
import { makeLibrary } from "./library.ts"

const make = Effect.fnUntraced(function* (options: IdentityOptions) {
  const admission = makeAdmission(options)
  const library = yield* makeLibrary(options, admission)
  const baseUrl = baseUrlOf(options)
  const knownBrowsers = makeKnownBrowsers(baseUrl, options.secret)
  return { library, admission, knownBrowsers, origin: options.origin, baseUrl, options }
})

/** The library, made once, with what decides who may sign in. Private to this package. */
export class LibraryService extends Context.Service<LibraryService, Effect.Success<ReturnType<typeof make>>>()(
  "@agent-operations/identity/LibraryService"
) {
  static readonly layer = (options: IdentityOptions) => Layer.effect(LibraryService, make(options))
}
