import { type ParsedMail, simpleParser } from 'mailparser'

/** Parses a message. The HTML stays as in the message: it refers to attached pictures by `cid:` URLs. */
export const parseMail = (message: Buffer): Promise<ParsedMail> => simpleParser(message, { skipImageLinks: true })
