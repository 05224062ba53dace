/** The texts of the form for WhatsApp templates. */

export const addTemplate = 'Add WhatsApp template';
export const submitForReview = 'Submit for review';
export const submitted = 'Submitted for review.';
export const theProviderReviews =
  'WhatsApp reviews each template before you can send it. The list shows the result, and the reason of a rejection.';
export const nameLabel = 'Name';
export const lowercaseLetters = 'Lowercase letters, digits and underscores';
export const language = 'Language';
export const category = 'Category';
export const marketing = 'Marketing: offers and invitations';
export const utility = 'Utility: updates on something that the lead requested';
export const number = 'Number';
export const header = 'Header (optional)';
export const body = 'Text';
export const numberPlaceholders = 'Number the placeholders: {{1}}, {{2}}. They are filled when you send the template.';
export const exampleInHeader = (number: string) => `Example for {{${number}}} in the header`;
export const exampleInBody = (number: string) => `Example for {{${number}}}`;
export const metaReviewsExamples = 'WhatsApp reviews the template with this example. Don’t use a real lead’s data.';
export const footer = 'Footer (optional)';
export const quickReplies = 'Quick replies (optional)';
export const oneInEachLine = 'One in each line, with up to 25 characters';
export const preview = 'Template preview';
