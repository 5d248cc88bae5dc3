// The hand-out is printed as any page is.
window.classroom.listen({ print: () => window.print() }, {});
