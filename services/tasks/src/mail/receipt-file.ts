import type { MailPart } from '@app/contracts/http/mail-content.ts'

/** The signed receipt of an entry in a company's decision record. */
export interface SignedReceipt {
  number: number
  /** Content of the file. */
  receipt: string
}

export const KEEP_RECEIPT = 'Please keep the attached file. With this signed receipt, you can prove later what was decided.'

/** Returns a signed receipt as an attached file. Empty without a receipt. */
export const receiptFile = (record: SignedReceipt | undefined): MailPart[] =>
  record ? [{ kind: 'file', fileName: `receipt-${record.number}.json`, contentType: 'application/json', content: record.receipt }] : []
