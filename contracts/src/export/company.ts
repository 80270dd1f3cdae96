import * as Type from 'typebox'
import { brandImageFields, profileTextFields } from '../http/company.ts'
import { Id, recordOf } from '../primitives.ts'
import { At, defineExport, FileKey, orNull, record, Text } from './export-kind.ts'

export const exportedCompany = defineExport({
  name: 'company',
  service: 'company',
  summary: "The company profile. The address of the spreadsheet's script is left out, because everybody who has it can read the sheet",
  record: record({
    id: Id,
    ownerId: Id,
    ...recordOf(profileTextFields, () => Text),
    logo: orNull(FileKey),
    ...recordOf(brandImageFields, () => orNull(FileKey)),
    version: Type.Integer({ minimum: 1 }),
    createdAt: At,
    updatedAt: At,
  }),
})

export const exportedOwner = defineExport({
  name: 'owner',
  service: 'identity',
  summary: "The owner's account, without the password and the second factor",
  record: record({ id: Id, email: Type.String({ maxLength: 254 }), username: Type.String({ maxLength: 200 }), createdAt: At }),
})
