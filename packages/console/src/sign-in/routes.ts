import { Hono } from "hono"
import type { Pages } from "../context.ts"
import { askToSignIn, openLink } from "./link.ts"
import { startProvider } from "./provider.ts"
import { linkSent, sendLink, showSignIn } from "./send.ts"
import { signOut } from "./sign-out.ts"

export const signInRoutes = ({ open }: Pages) =>
  new Hono()
    .get("/sign-in", open(showSignIn))
    .post("/sign-in", open(sendLink))
    .get("/sign-in/sent", open(linkSent))
    .get("/sign-in/link", open(askToSignIn))
    .post("/sign-in/link", open(openLink))
    .get("/sign-in/with/:provider", open(startProvider))
    .post("/sign-out", open(signOut))
