/** Said in place of a preview that is still to come. */
export const NO_PICTURE = 'In the making. You get a mail as soon as there is something to see.'
