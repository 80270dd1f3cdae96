import { useState } from 'react'
import { localValues } from '../../../shared/browser/storage.ts'

/**
 * Whether the owner has hidden the checklist of a company. The choice is in the local storage of this browser, because the server stores no
 * preferences of owners.
 */
export function useHidden(companyProfileId: string) {
  const key = `hidden-checklist ${companyProfileId}`
  const [hiddenNow, setHiddenNow] = useState<string>()

  function hide(): void {
    setHiddenNow(key)
    localValues.set(key, 'yes')
  }

  return { isHidden: hiddenNow === key || localValues.get(key) !== null, hide }
}
