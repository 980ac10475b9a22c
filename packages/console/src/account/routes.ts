import { Hono } from "hono"
import type { Pages } from "../context.ts"
import { account } from "./account.ts"
import { askToDisconnect, disconnect } from "./disconnect.ts"
import { renamePerson } from "./rename.ts"
import { askToEndOthers, askToEndSession, endOthers, endSession } from "./sessions.ts"
import { askToSignOutEverywhere, signOutEverywhere } from "./sign-out-everywhere.ts"

export const accountRoutes = ({ signedIn }: Pages) =>
  new Hono()
    .get("/account", signedIn(account))
    .post("/account", signedIn(renamePerson))
    .get("/account/sessions/end-others", signedIn(askToEndOthers))
    .post("/account/sessions/end-others", signedIn(endOthers))
    .get("/account/sessions/:session/end", signedIn(askToEndSession))
    .post("/account/sessions/:session/end", signedIn(endSession))
    .get("/account/sign-out-everywhere", signedIn(askToSignOutEverywhere))
    .post("/account/sign-out-everywhere", signedIn(signOutEverywhere))
    .get("/account/applications/:grant/disconnect", signedIn(askToDisconnect))
    .post("/account/applications/:grant/disconnect", signedIn(disconnect))
