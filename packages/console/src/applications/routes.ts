import { Hono } from "hono"
import type { Pages } from "../context.ts"
import { askToDisconnectMember, disconnectMember } from "./disconnect.ts"
import { applicationList } from "./list.ts"

export const applicationRoutes = ({ organization }: Pages) =>
  new Hono()
    .get("/o/:org/applications", organization(applicationList))
    .get("/o/:org/applications/:grant/disconnect", organization(askToDisconnectMember))
    .post("/o/:org/applications/:grant/disconnect", organization(disconnectMember))
