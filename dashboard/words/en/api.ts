/** The texts of `dashboard/api`. */

export const saveConflict = 'Save conflict';
export const someoneElseHasChangedThis = 'Someone else has changed this.';
export const requestFailed = 'Request failed';
export const theServiceReturnedAnUnexpected = 'The service returned an unexpected response.';
export const serviceUnreachable = 'Service unreachable';
export const theServiceIsntResponding = 'The service isn’t responding. Your input is kept. Try again.';
export const somethingWentWrong = 'Something went wrong';
