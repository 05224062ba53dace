/** The texts of `dashboard/widget`. */

export const installation = 'Installation';
export const seeTheGuide = 'See the guide';
export const addAnAllowedDomainUntilThen = 'Add an allowed domain. Until then, the widget doesn’t appear on any page.';
export const addThisLineToEachPage = 'Add this line to each page that should show the chat:';
export const copySnippet = 'Copy snippet';
export const ifYourPageHasAContent = 'If your page has a content security policy, also allow:';
export const copyPolicy = 'Copy policy';
export const general = 'General';
export const appearance = 'Appearance';
export const welcomeMessage = 'Welcome message';
export const visitorDetails = 'Visitor details';
export const abuseProtection = 'Abuse protection';
export const regenerateKey = 'Regenerate key';
export const pagesWithTheCurrentKeyStop =
  'Pages with the current key stop showing the chat until you add the new snippet.';
export const regenerateIdentitySecret = 'Regenerate identity secret';
export const signaturesMadeWithTheCurrentSecret = 'Signatures made with the current secret become invalid.';
export const deleteWidget = 'Delete widget';
export const pagesStopShowingTheChatIts = 'Pages stop showing the chat. Its conversations are kept.';
export const theWidget = 'the widget';
export const identitySecret = 'Identity secret';
export const yourServerSignsUserIdentitiesWith =
  'Your server signs user identities with it. Copy it now: it isn’t shown again.';
export const widget = 'Widget';
export const active = 'Active';
export const inactive = 'Inactive';
export const previewAndInstallation = 'Preview and installation';
export const preview = 'Preview';
export const pageLoads = 'Page loads';
export const openedByVisitors = 'Opened by visitors';
export const errors = 'Errors';
export const proofOfWork = 'Proof of work';
export const replyTime = 'Reply time';
export const blockedByThePagesContentSecurity = 'Blocked by the page’s content security policy';
export const browserActivityInTheLast90 = 'Browser activity in the last 90 days';
export const noDataYet = 'No data yet.';
export const msOnAverageMsAtMost = (average: string, most: string) => `${average} ms on average, ${most} ms at most`;
export const deleteLabel = 'Delete';
export const noOpeningMessage = 'No opening message. The chat starts empty.';
export const howCanWeReachYou = 'How can we reach you?';
export const writeAMessage = 'Write a message…';
