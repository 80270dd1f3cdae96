import { mailRequests, testRefusedMailRequests } from '@app/chassis/testing/mail-requests.ts'
import { companyMailTopics, composeCompanyMail } from '@app/contracts/http/mail-content.ts'
import { afterAll, beforeAll } from 'vitest'
import { type CompanyService, createCompany, INTERNAL_MAIL_KEY } from '../setup.ts'

let company: CompanyService
beforeAll(async () => {
  company = await createCompany()
})
afterAll(() => company.close())

testRefusedMailRequests(
  mailRequests(() => company.app, composeCompanyMail, INTERNAL_MAIL_KEY),
  companyMailTopics,
)
