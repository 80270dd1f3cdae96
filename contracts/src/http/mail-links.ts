import * as Type from 'typebox'
import { defineRoute } from '../define.ts'
import { text } from '../primitives.ts'

/** The path under which a campaign's emails request their picture and the targets of their links. */
export const MAIL_LINKS_PATH = '/mailing'

const Token = text(200)

export const followMailLink = defineRoute({
  id: 'followMailLink',
  method: 'GET',
  url: `${MAIL_LINKS_PATH}/:token/:link`,
  access: 'public',
  answers: 'text/html',
  summary:
    "Redirects to a link of a campaign's email, and records the click. The target is the one that was stored when the email was compiled. 404, with an HTML page, if the email or its link is unknown",
  schema: { params: Type.Object({ token: Token, link: text(10) }), response: { 302: Type.String() } },
})

export const getMailPicture = defineRoute({
  id: 'getMailPicture',
  method: 'GET',
  url: `${MAIL_LINKS_PATH}/:token/picture.gif`,
  access: 'public',
  answers: 'image/gif',
  summary:
    "Returns a transparent picture, and records that a campaign's email was opened. The response is the same if the email is unknown",
  schema: { params: Type.Object({ token: Token }), response: { 200: Type.String() } },
})
