import { oneCopy } from "@agent-operations/error-envelope"
import { Layer } from "effect"
import { Consents } from "./consent/Consents.ts"
import { copies } from "./copies.ts"
import { Grants } from "./consent/Grants.ts"
import { IdentityHttp } from "./IdentityHttp.ts"
import { LibraryService } from "./library/LibraryService.ts"
import { ClientDocuments } from "./oauth/ClientDocuments.ts"
import type { IdentityOptions } from "./options.ts"
import { BrowserSessions } from "./sign-in/BrowserSessions.ts"
import { SignIn } from "./sign-in/SignIn.ts"
import * as Upkeep from "./Upkeep.ts"

/**
 * Everything that pages and a server need of identity, over a migrated database and a way to send mail. `documents` is how
 * the metadata of clients is read whose IDs are its addresses.
 */
export const identityLayer = (options: IdentityOptions, documents = ClientDocuments.layer) =>
  Layer.mergeAll(Consents.layer, SignIn.layer, Grants.layer, IdentityHttp.layer, Upkeep.layer).pipe(
    Layer.provideMerge(BrowserSessions.layer),
    Layer.provide(LibraryService.layer(options)),
    Layer.provideMerge(documents),
    Layer.provide(Layer.effectDiscard(oneCopy(copies)))
  )
