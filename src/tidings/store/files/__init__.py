"""Files on a store that several machines share, such as S3."""
