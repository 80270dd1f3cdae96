import { compose, type MailContent } from '@app/chassis/mail/compose.ts'
import { oneLine } from '@app/chassis/text/one-line.ts'
import { EXPORT_DAYS } from '@app/contracts/rules/exports.ts'

interface MailedExport {
  /** The name of the company, for an admin. Absent for the owner. */
  companyName?: string
  /** The screen with the download. */
  url: string
}

const whose = ({ companyName }: MailedExport): string => (companyName === undefined ? 'your data' : oneLine(companyName, 100))

/** The email that an export can be downloaded. It has no link to the file, because emails get forwarded. */
export const exportReady = (mailed: MailedExport): MailContent =>
  compose({
    subject: `The export of ${whose(mailed)} is ready`,
    preheader: `You can download it for ${EXPORT_DAYS} days.`,
    heading: `Download it within ${EXPORT_DAYS} days`,
    blocks: [
      { kind: 'text', text: 'It’s a ZIP file. Unpack it, then open index.html to read everything in your browser.' },
      {
        kind: 'text',
        text: `For your security, you need to sign in. After ${EXPORT_DAYS} days, we delete the file, and you can start a new export.`,
      },
      { kind: 'action', label: 'Go to the download', url: mailed.url },
    ],
  })

/** The email that an export failed. */
export const exportFailed = (mailed: MailedExport): MailContent =>
  compose({
    subject: `We couldn’t export ${whose(mailed)}`,
    preheader: 'Please start the export again.',
    heading: 'Please start the export again',
    blocks: [
      { kind: 'text', text: 'Something went wrong on our side, several times in a row. Nothing was changed or lost.' },
      { kind: 'action', label: 'Start a new export', url: mailed.url },
    ],
  })
