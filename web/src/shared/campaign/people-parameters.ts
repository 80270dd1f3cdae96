/** Query parameters of the list of recipients: the dispatch, the filter by state, the search text, and the recipient whose details are open. */
export const peopleParameters: readonly string[] = ['people', 'only', 'find', 'recipient']
