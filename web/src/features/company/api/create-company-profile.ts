import { updateCompanyProfile } from '@app/contracts/http/company.ts'
import { useMutation } from '@tanstack/react-query'
import { call } from '../../../shared/api/call.ts'
import { type ProfileForm, textsOf } from '../profile-form.ts'
import { uploadLogo } from './upload-logo.ts'

/** The logo goes to the store first; if that fails it travels in the form like the brand images. */
async function createCompanyProfile(form: ProfileForm) {
  const { logo, ...images } = form
  const logoUrl = logo ? await uploadLogo(logo).catch(() => undefined) : undefined
  return call(updateCompanyProfile, {
    form: {
      fields: { ...textsOf(form), logoUrl },
      files: {
        logo: logoUrl ? null : logo,
        brandRelateImage1: images.brandRelateImage1,
        brandRelateImage2: images.brandRelateImage2,
        brandRelateImage3: images.brandRelateImage3,
        brandRelateImage4: images.brandRelateImage4,
        brandRelateImage5: images.brandRelateImage5,
        brandRelateImage6: images.brandRelateImage6,
      },
    },
  })
}

export const useCreateCompanyProfile = () => useMutation({ mutationFn: createCompanyProfile })
