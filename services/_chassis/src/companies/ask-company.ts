import { CompanyProfile, getCompanyProfile } from '@app/contracts/http/company.ts'
import { Value } from 'typebox/value'
import { AppError } from '../http/errors.ts'
import { fetchFromService } from '../http/fetch-from-service.ts'

/** Requests the caller's company profile from the company service with the caller's token. Returns undefined if there is no profile. */
export async function askCompany(companyUrl: string, authorization: string): Promise<CompanyProfile | undefined> {
  try {
    const url = new URL(getCompanyProfile.url, companyUrl)
    const response = await fetchFromService(url, { headers: { authorization } })
    const body: unknown = await response.json()
    if (response.status === 404) return undefined
    if (!response.ok) throw new Error(`The company service responded with status ${response.status}`)
    return Value.Parse(CompanyProfile, body)
  } catch (cause) {
    throw new AppError(
      'company-unavailable',
      'unavailable',
      'Your company profile cannot be read at the moment. Please try again shortly.',
      {
        cause,
        retryAfter: 2,
      },
    )
  }
}
