import { Hono } from "hono"
import type { Pages } from "../context.ts"
import { renameKey, showKey } from "./key.ts"
import { keyList } from "./list.ts"
import { createKey, newKey } from "./new.ts"
import { askToReplaceKey, replaceKey } from "./replace.ts"
import { askToRevokeKey, revokeKey } from "./revoke.ts"

export const keyRoutes = ({ organization }: Pages) =>
  new Hono()
    .get("/o/:org/keys", organization(keyList))
    .get("/o/:org/keys/new", organization(newKey))
    .post("/o/:org/keys/new", organization(createKey))
    .get("/o/:org/keys/:key", organization(showKey))
    .post("/o/:org/keys/:key", organization(renameKey))
    .get("/o/:org/keys/:key/revoke", organization(askToRevokeKey))
    .post("/o/:org/keys/:key/revoke", organization(revokeKey))
    .get("/o/:org/keys/:key/replace", organization(askToReplaceKey))
    .post("/o/:org/keys/:key/replace", organization(replaceKey))
