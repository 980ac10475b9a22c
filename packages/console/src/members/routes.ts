import { Hono } from "hono"
import type { Pages } from "../context.ts"
import { invite, newInvitation } from "../invitations/invite.ts"
import { askToRevokeInvitation, revokeInvitation } from "../invitations/revoke.ts"
import { changeRole, showMember } from "./change.ts"
import { askToLeave, leave } from "./leave.ts"
import { memberList } from "./list.ts"
import { askToRemove, removeMember } from "./remove.ts"

export const memberRoutes = ({ organization }: Pages) =>
  new Hono()
    .get("/o/:org/members", organization(memberList))
    // Before the path of a member.
    .get("/o/:org/members/leave", organization(askToLeave))
    .post("/o/:org/members/leave", organization(leave))
    .get("/o/:org/members/invitations/new", organization(newInvitation))
    .post("/o/:org/members/invitations/new", organization(invite))
    .get("/o/:org/members/invitations/:invitation/revoke", organization(askToRevokeInvitation))
    .post("/o/:org/members/invitations/:invitation/revoke", organization(revokeInvitation))
    .get("/o/:org/members/:user", organization(showMember))
    .post("/o/:org/members/:user", organization(changeRole))
    .get("/o/:org/members/:user/remove", organization(askToRemove))
    .post("/o/:org/members/:user/remove", organization(removeMember))
