import { Hono } from "hono"
import type { Pages } from "../context.ts"
import { askToRemove, askToRotate, removeConnection, rotateConnection } from "./change.ts"
import { connectionList } from "./list.ts"
import { addConnection, newConnection } from "./new.ts"

/** The pages of a project's model connections, for owners and admins, where the host has some. */
export const connectionRoutes = ({ project }: Pages) =>
  new Hono()
    .get("/", project(connectionList))
    .get("/new", project(newConnection))
    .post("/new", project(addConnection))
    .get("/:connection/rotate", project(askToRotate))
    .post("/:connection/rotate", project(rotateConnection))
    .get("/:connection/remove", project(askToRemove))
    .post("/:connection/remove", project(removeConnection))
