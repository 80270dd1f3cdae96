import * as Type from 'typebox'
import { defineRoute } from '../define.ts'
import { Id, IMAGE_MAX_BYTES, Instant, nullableObject, nullableText, oneOf, strictObject, text } from '../primitives.ts'
import { PHOTO_REFUSED } from '../rules/files.ts'

/** Value of a color field that the owner has not set. */
export const COLOR_DEFAULT = '#ffffff'

export const profileTextFields = [
  'companyName',
  'dba',
  'fedraltaxid',
  'industry',
  'email',
  'phone',
  'website',
  'address1',
  'address2',
  'city',
  'zip',
  'state',
  'country',
  'linkedin',
  'facebook',
  'insta',
  'x',
  'youtube',
  'fontfamily',
  'color1',
  'color2',
  'color3',
  'timeZone',
] as const
export type ProfileTextField = (typeof profileTextFields)[number]

export const brandImageFields = [
  'brandRelateImage1',
  'brandRelateImage2',
  'brandRelateImage3',
  'brandRelateImage4',
  'brandRelateImage5',
  'brandRelateImage6',
] as const
export type BrandImageField = (typeof brandImageFields)[number]

const color = Type.String({ maxLength: 7, pattern: '^(#[0-9a-fA-F]{6})?$' })

const textFields = {
  companyName: text(200),
  dba: text(200),
  fedraltaxid: text(30),
  industry: text(200),
  email: text(254),
  phone: text(30),
  website: text(500),
  address1: text(300),
  address2: text(300),
  city: text(100),
  zip: text(20),
  state: text(50),
  country: text(100),
  linkedin: text(500),
  facebook: text(500),
  insta: text(500),
  x: text(500),
  youtube: text(500),
  fontfamily: text(100),
  color1: color,
  color2: color,
  color3: color,
  timeZone: Type.String({ maxLength: 64, description: 'IANA name; reminders are sent in this time zone' }),
}

const image = nullableText('URL of a public file, relative to the origin of the product: `/files/…`')

/** A company profile. A missing text is '', and a missing image is null. */
export const CompanyProfile = Type.Object({
  _id: Id,
  ...textFields,
  logo: image,
  brandRelateImage1: image,
  brandRelateImage2: image,
  brandRelateImage3: image,
  brandRelateImage4: image,
  brandRelateImage5: image,
  brandRelateImage6: image,
  gsapi: Type.String({ description: 'URL of the spreadsheet script; empty if there is none' }),
  version: Type.Integer({ description: 'increases with each change; send it with a change to detect conflicts' }),
  createdAt: Instant,
  updatedAt: Instant,
})
export type CompanyProfile = Type.Static<typeof CompanyProfile>

/** The admin who looks after a company. */
export const AccountManager = Type.Object({
  id: Id,
  name: Type.String({ description: 'the name that the admin set, otherwise the name of the agency' }),
})
export type AccountManager = Type.Static<typeof AccountManager>

export const erasureDueAt = nullableText('when the erasure begins; null before the owner has confirmed it. ISO 8601 in UTC')

/** The erasure of an owner's company that is not finished. */
export const PendingErasure = Type.Object({ state: oneOf(['asked', 'waiting', 'erasing']), dueAt: erasureDueAt })
export type PendingErasure = Type.Static<typeof PendingErasure>

/** The profile as its owner sees it. */
export const OwnProfile = Type.Object({
  ...CompanyProfile.properties,
  accountManager: Type.Optional(nullableObject(AccountManager)),
  erasure: Type.Optional(PendingErasure),
})
export type OwnProfile = Type.Static<typeof OwnProfile>

/** Whether the owner has set at least one brand color. */
export const hasOwnColors = ({ color1, color2, color3 }: CompanyProfile): boolean =>
  [color1, color2, color3].some((color) => color && color.toLowerCase() !== COLOR_DEFAULT)

export const getCompanyProfile = defineRoute({
  id: 'getCompanyProfile',
  method: 'GET',
  url: '/company/get-company-profile',
  access: 'owner',
  summary:
    "Returns the caller's company profile, with the account manager, and with the erasure that the owner has asked for, if any. 404 if there is none yet",
  schema: { response: { 200: OwnProfile } },
})

const photo = { kind: 'photo', maxBytes: IMAGE_MAX_BYTES, refusal: PHOTO_REFUSED } as const
const keptUrl = Type.Optional(Type.String({ maxLength: 2000, description: 'secret if it is signed: URL of a picture of this company' }))

/** Ignored fields of requests. Responses with a profile contain these fields, and a client may send the whole profile back. */
const ignoredFields = {
  gsapi: Type.Optional(Type.String({ maxLength: 2000, description: 'ignored' })),
  createdAt: Type.Optional(Type.String({ maxLength: 40, description: 'ignored' })),
  updatedAt: Type.Optional(Type.String({ maxLength: 40, description: 'ignored' })),
  accountManager: Type.Optional(Type.String({ maxLength: 500, description: 'ignored' })),
  erasure: Type.Optional(Type.String({ maxLength: 500, description: 'ignored' })),
}

export const updateCompanyProfile = defineRoute({
  id: 'updateCompanyProfile',
  method: 'POST',
  url: '/company/update-company-profile',
  access: 'owner',
  idempotent: true,
  summary:
    'Creates or changes the caller’s profile. Missing text fields keep their value. A brand image field accepts a file, its current URL to keep it, or an empty text to remove it. 409 with the current profile if `version` is not current',
  schema: { response: { 200: Type.Object({ companyProfile: OwnProfile, message: Type.String() }) } },
  form: {
    fields: strictObject({
      ...ignoredFields,
      ...Type.Partial(Type.Object(textFields)).properties,
      _id: Type.Optional(text(36)),
      version: Type.Optional(Type.String({ pattern: '^[1-9][0-9]{0,8}$', description: 'version of the profile that was edited' })),
      logo: keptUrl,
      logoUrl: keptUrl,
      brandRelateImage1: keptUrl,
      brandRelateImage2: keptUrl,
      brandRelateImage3: keptUrl,
      brandRelateImage4: keptUrl,
      brandRelateImage5: keptUrl,
      brandRelateImage6: keptUrl,
    }),
    files: {
      logo: photo,
      brandRelateImage1: photo,
      brandRelateImage2: photo,
      brandRelateImage3: photo,
      brandRelateImage4: photo,
      brandRelateImage5: photo,
      brandRelateImage6: photo,
    },
  },
})

export const getUploadUrl = defineRoute({
  id: 'getUploadUrl',
  method: 'GET',
  url: '/get-upload-url',
  access: 'owner',
  summary:
    'Returns a signed URL for the upload of a logo with PUT, relative to the origin of the product. It is valid for 10 minutes. The URL without its query string is the `logoUrl` to save. 429 after 20 requests per hour',
  schema: {
    querystring: Type.Object({
      fileName: text(200),
      fileSize: Type.Optional(
        Type.Integer({ minimum: 1, maximum: IMAGE_MAX_BYTES, description: 'bytes; the URL then accepts only a file of exactly this size' }),
      ),
    }),
    response: { 200: Type.Object({ url: Type.String() }) },
  },
})

export const setGsapi = defineRoute({
  id: 'setGsapi',
  method: 'PUT',
  url: '/admin/company/:id/gsapi',
  access: 'admin',
  idempotent: true,
  summary: 'Sets the URL of a company’s spreadsheet script; empty to remove it',
  schema: {
    params: Type.Object({ id: Id }),
    body: strictObject({ gsapi: text(2000) }),
    response: { 200: Type.Object({ companyProfile: CompanyProfile, message: Type.String() }) },
  },
})
