"""Word, PowerPoint and OpenDocument files, which are zip packages of XML parts."""
