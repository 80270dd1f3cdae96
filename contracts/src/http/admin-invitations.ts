import * as Type from 'typebox'
import { defineRoute } from '../define.ts'
import { Id, Instant, Message, strictObject, text } from '../primitives.ts'
import { OPEN_ADMIN_INVITATIONS_MAX } from '../rules/admin-invitations.ts'
import { ADMIN_NAME_DEFAULT, ADMIN_NAME_MAX } from '../rules/admin-names.ts'
import { OperatorProof, PASSWORD_BYTES_MAX, Password } from './identity.ts'

export const AdminInvitation = Type.Object({
  _id: Id,
  email: Type.String(),
  invitedBy: Type.Object({ _id: Id, email: Type.String() }),
  createdAt: Instant,
  expiresAt: Instant,
})
export type AdminInvitation = Type.Static<typeof AdminInvitation>

export const inviteAdmin = defineRoute({
  id: 'inviteAdmin',
  method: 'POST',
  url: '/admin/invitations',
  access: 'operator',
  idempotent: true,
  summary:
    'Invites an admin by email. An earlier invitation of this address ends. 422 without a valid code or password, 409 if the address has an ' +
    `account (\`email-taken\`) or ${OPEN_ADMIN_INVITATIONS_MAX} invitations are open (\`too-many-invitations\`), 429 after too many invitations`,
  schema: {
    body: strictObject({ email: text(254), ...OperatorProof.properties }),
    response: { 201: AdminInvitation },
  },
})

export const listAdminInvitations = defineRoute({
  id: 'listAdminInvitations',
  method: 'GET',
  url: '/admin/invitations',
  access: 'operator',
  summary: 'Lists the open invitations of admins, oldest first',
  schema: { response: { 200: Type.Array(AdminInvitation) } },
})

export const revokeAdminInvitation = defineRoute({
  id: 'revokeAdminInvitation',
  method: 'DELETE',
  url: '/admin/invitations/:id',
  access: 'operator',
  idempotent: true,
  summary: 'Ends an invitation. 404 if it was accepted, replaced or revoked, or has expired',
  schema: { params: Type.Object({ id: Id }), response: { 200: Message } },
})

const token = Type.String({ maxLength: 200, description: 'secret: from the mailed link' })

export const checkAdminInvitation = defineRoute({
  id: 'checkAdminInvitation',
  method: 'POST',
  url: '/admin/invitations/check',
  access: 'public',
  summary: 'Returns the address of an invitation. 410 if its token is invalid: it was used, replaced or revoked, or has expired',
  schema: {
    body: strictObject({ token }),
    response: { 200: Type.Object({ email: Type.String(), expiresAt: Instant }) },
  },
})

export const acceptAdminInvitation = defineRoute({
  id: 'acceptAdminInvitation',
  method: 'POST',
  url: '/admin/invitations/accept',
  access: 'public',
  idempotent: true,
  summary:
    `Creates the account of an invited admin, who then signs in. Without a name, it is "${ADMIN_NAME_DEFAULT}". 410 for an invalid token, ` +
    '422 for an invalid name or password, 409 if the address has an account meanwhile',
  bodyMaxBytes: PASSWORD_BYTES_MAX,
  schema: {
    body: strictObject({ token, password: Password, name: Type.Optional(text(ADMIN_NAME_MAX)) }),
    response: { 201: Message },
  },
})
