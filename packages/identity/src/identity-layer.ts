import { oneCopy, recordCopy } from "@agent-operations/error-envelope"
import { Effect, Layer } from "effect"
import { Consents } from "./consent/Consents.ts"
import { Grants } from "./consent/Grants.ts"
import { IdentityHttp } from "./IdentityHttp.ts"
import { LibraryService } from "./library/LibraryService.ts"
import { ClientDocuments } from "./oauth/ClientDocuments.ts"
import type { IdentityOptions } from "./options.ts"
import { BrowserSessions } from "./sign-in/BrowserSessions.ts"
import { SignIn } from "./sign-in/SignIn.ts"
import * as Upkeep from "./Upkeep.ts"

recordCopy("@agent-operations/identity", import.meta.url, Effect.void, () => import.meta.resolve("effect"))

/**
 * All services of identity, over a migrated database and a `Mail`. `documents` reads the metadata of clients whose IDs
 * are URLs.
 *
 * @example
 * Layer.provide(identityLayer({ origin: "https://ops.example.com", secret }), [database, Smtp.layer(smtp)])
 */
export const identityLayer = (options: IdentityOptions, documents = ClientDocuments.layer) =>
  Layer.mergeAll(Consents.layer, SignIn.layer, Grants.layer, IdentityHttp.layer, Upkeep.layer).pipe(
    Layer.provideMerge(BrowserSessions.layer),
    Layer.provide(LibraryService.layer(options)),
    Layer.provideMerge(documents),
    Layer.provide(Layer.effectDiscard(oneCopy))
  )
