import { Hono } from "hono"
import type { Pages } from "../context.ts"
import { askToDeleteOrganization, deleteOrganization, keepOrganization } from "../deletion/organization.ts"
import { askToDeleteProject, deleteProject, keepProject } from "../deletion/project.ts"
import { file } from "../file.ts"
import { createProject, newProject } from "../projects/new.ts"
import { projectSettings, projectStart, renameProject } from "../projects/settings.ts"
import { audit } from "./audit.ts"
import { exportAudit } from "./audit-export.ts"
import { organizationList } from "./list.ts"
import { createOrganization, newOrganization } from "./new.ts"
import { overview } from "./overview.ts"
import { organizationSettings, renameOrganization } from "./settings.ts"

export const organizationRoutes = ({ signedIn, organization, project }: Pages) =>
  new Hono()
    .get("/organizations", signedIn(organizationList))
    .get("/organizations/new", signedIn(newOrganization))
    .post("/organizations/new", signedIn(createOrganization))
    .get("/o/:org", organization(overview))
    .get("/o/:org/audit", organization(audit))
    .get("/o/:org/audit/export.csv", organization(file(exportAudit("csv"))))
    .get("/o/:org/audit/export.ndjson", organization(file(exportAudit("ndjson"))))
    .get("/o/:org/settings", organization(organizationSettings))
    .post("/o/:org/settings", organization(renameOrganization))
    .get("/o/:org/settings/delete", organization(askToDeleteOrganization))
    .post("/o/:org/settings/delete", organization(deleteOrganization))
    .post("/o/:org/settings/keep", organization(keepOrganization, "keeps"))
    .get("/o/:org/projects/new", organization(newProject))
    .post("/o/:org/projects/new", organization(createProject))
    .get("/o/:org/p/:project", project(projectStart))
    .get("/o/:org/p/:project/settings", project(projectSettings))
    .post("/o/:org/p/:project/settings", project(renameProject))
    .get("/o/:org/p/:project/settings/delete", project(askToDeleteProject))
    .post("/o/:org/p/:project/settings/delete", project(deleteProject))
    .post("/o/:org/p/:project/settings/keep", project(keepProject, "keeps"))
